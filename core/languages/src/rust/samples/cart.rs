use std::collections::HashMap;

#[derive(Debug, Clone)]
pub struct Item {
    pub name: String,
    pub price: u32,
}

impl Item {
    pub fn total(items: &[Item]) -> u32 {
        let sum: u32 = items.iter().map(|item| item.price).sum();
        println!("{}", sum);
        match sum {
            0 => 0,
            n => n + 1,
        }
    }
}
