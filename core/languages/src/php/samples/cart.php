<?php

namespace Shop;

use InvalidArgumentException;

class Cart
{
    public function add(Item $item): void
    {
        if ($item->price < 0) {
            throw new InvalidArgumentException('negative');
        }
        array_push($this->items, $item);
    }
}
