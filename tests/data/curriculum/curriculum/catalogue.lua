return catalogue {
  ["t01-toy"] = { title = "Toy", week = 1 },
  ["t02-two"] = { title = "Two", week = 1 },
  ["t03-later"] = { title = "Later" },
}
