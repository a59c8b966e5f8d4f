require "json"

class Cart
  attr_reader :items

  def initialize(items = [])
    @items = items
  end

  def total
    items.sum { |item| item.price }
  end

  def show
    puts total
  end
end
