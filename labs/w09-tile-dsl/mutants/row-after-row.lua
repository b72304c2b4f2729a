return mutant {
  base = "reference", file = "tiles.cu",
  replace = {{"return make_int2(first + within % tall, within / tall);",
              "return make_int2(first + within / across, within % across);"}},
  fails = "correct", message = "order",
  why = "each tile is right, and programs that run together share one strip of A and none of B",
}
