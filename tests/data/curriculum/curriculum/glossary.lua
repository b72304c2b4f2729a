return glossary {
  {"alpha", "The first of {{= 1 + 1 }}.", from = "t01-toy"},
  {"beta", "The second.", from = "t01-toy"},
}
