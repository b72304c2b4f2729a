return graph {
  nodes = {
    a = { title = "A", labs = {"t01-toy"}, seeds = {"S003-P1"} },
    b = { title = "B", labs = {"t02-two"} },
  },
  edges = {
    {"a", "b", seed = "S003-E1"},
  },
}
