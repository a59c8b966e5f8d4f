(ns shop.core
  (:require [clojure.string :as str]))

(defn total [items]
  (reduce + (map :price items)))

(println (str/join ", " ["a" "b"]))
