module Shop

struct Item
    name::String
    price::Float64
end

function total(items::Vector{Item})
    return sum(item.price for item in items)
end

println(total([Item("a", 1.5)]))

end
