package shop;

import java.util.List;

public class Cart {
    private final List<Item> items;

    @Override
    public String toString() {
        return String.format("%d items", items.size());
    }
}
