return readings {
  paper = { authors = "A. Author", title = "A Paper", where = "J. 1(1)", kind = "paper" },
  blog = { authors = "B. Author", title = "A Post", id = "https://example.org", kind = "blog" },
}
