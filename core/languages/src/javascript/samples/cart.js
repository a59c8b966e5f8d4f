import { total } from './total.js';

export class Cart {
  #items = [];

  add(item) {
    if (!item) throw new TypeError('no item');
    this.#items.push(item);
    console.log('added', item.name);
  }
}

const view = (cart) => <Total value={total(cart)} />;
