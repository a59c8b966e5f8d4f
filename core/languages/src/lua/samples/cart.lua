local Cart = {}
Cart.__index = Cart

function Cart.new(items)
  return setmetatable({ items = items or {} }, Cart)
end

for i, item in ipairs(Cart.new().items) do
  print(i, item.name)
end

return Cart
