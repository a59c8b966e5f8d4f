library(dplyr)

total <- function(items, tax = 0.2) {
  items %>%
    filter(price > 0) %>%
    summarise(sum = sum(price) * (1 + tax))
}

print(total(data.frame(price = c(1, 2))))
