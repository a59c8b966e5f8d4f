type item = { name : string; price : int }

let total items =
  List.fold_left (fun sum item -> sum + item.price) 0 items

let () =
  match total [] with
  | 0 -> print_endline "empty"
  | n -> Printf.printf "%d\n" n
