import Foundation

struct Item {
    let name: String
    var price: Int
}

final class Cart {
    private var items: [Item] = []

    func add(_ item: Item) {
        guard item.price > 0 else { return }
        items.append(item)
        print(item.name)
    }
}
