return mutant {
  base = "reference", file = "flash.cu",
  replace = {{"float base = top == -INFINITY ? 0 : top * c; /* a row that has seen nothing subtracts 0 */",
              "float base = top * c;"}},
  fails = "correct", message = "NaN",
  why = "a row that sees no key of this tile, nor of one before, computes -inf - -inf",
}
