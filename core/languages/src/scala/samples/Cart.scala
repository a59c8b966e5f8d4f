package shop

import scala.collection.mutable.ListBuffer

case class Item(name: String, price: Int)

class Cart(items: List[Item]) {
  def total: Int = items.map(_.price).sum

  def show(): Unit = {
    println(total)
  }
}
