fn main() {
    // TODO: read the shape
    println!("a shape");
}
