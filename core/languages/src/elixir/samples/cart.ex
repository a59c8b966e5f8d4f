defmodule Shop.Cart do
  alias Shop.Item

  def total(items) do
    items
    |> Enum.map(& &1.price)
    |> Enum.sum()
  end

  defp log(message), do: IO.puts(message)
end
