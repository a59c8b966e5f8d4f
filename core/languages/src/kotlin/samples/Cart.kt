package shop

import kotlin.math.max

data class Item(val name: String, val price: Int)

class Cart(private val items: List<Item>) {
    fun total(): Int = items.sumOf { it.price }

    fun show() {
        println(total())
    }
}
