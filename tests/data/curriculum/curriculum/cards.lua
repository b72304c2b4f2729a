return cards {
  {"cards/toy", week = 1, title = "A toy card", minutes = 5},
  {"cards/later", title = "Planned"},
}
