package shop

import "fmt"

type Cart struct {
	items []Item
}

func (c *Cart) Add(item Item) error {
	if item.Price < 0 {
		return fmt.Errorf("negative price: %d", item.Price)
	}
	c.items = append(c.items, item)
	return nil
}
