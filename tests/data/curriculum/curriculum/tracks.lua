return tracks {
  { id = "main", title = "Main", gated = true, steps = {
      {"First", labs = {"t01-toy"}},
      {"Second", labs = {"t02-two", "t03-later"}} } },
}
