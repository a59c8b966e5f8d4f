using System;
using System.Linq;

namespace Shop;

public class Cart
{
    private readonly List<Item> items = new();

    [Obsolete("use Sum")]
    public decimal Total() => items.Sum(i => i.Price);

    public void Print()
    {
        Console.WriteLine(Total());
    }
}
