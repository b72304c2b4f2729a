return parts {
  { n = 1, title = "Start", weeks = {1, 2}, goal = "Begin.", seeds = {"S003-P1"} },
}
