const std = @import("std");

const Item = struct {
    name: []const u8,
    price: u32,
};

pub fn total(items: []const Item) u32 {
    var sum: u32 = 0;
    for (items) |item| {
        sum += item.price;
    }
    std.debug.print("{d}\n", .{sum});
    return sum;
}
