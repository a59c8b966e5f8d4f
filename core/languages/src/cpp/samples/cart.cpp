#include <memory>
#include <vector>

namespace shop {

class Cart {
public:
    void add(std::unique_ptr<Item> item) { items_.push_back(std::move(item)); }

private:
    std::vector<std::unique_ptr<Item>> items_;
};

}  // namespace shop
