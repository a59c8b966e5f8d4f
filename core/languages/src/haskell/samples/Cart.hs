module Cart (total) where

import qualified Data.Map as Map

data Item = Item { name :: String, price :: Int }

total :: [Item] -> Int
total items = sum (map price items)
