import { Injectable } from '@angular/core';

interface Item {
  name: string;
  price: number;
}

@Injectable({ providedIn: 'root' })
export class Cart {
  private items: Item[] = [];

  add(item: Item): void {
    this.items.push(item);
    console.log('added', item.name);
  }
}
