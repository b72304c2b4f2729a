return mutant {
  base = "reference", file = "prune.c",
  replace = {{[==[ab / (sqrt(aa) * sqrt(bb))]==],
              [==[ab / aa]==]}},
  fails = "correct",
  why = "divided by one length twice: a stream that grows counts as one that stays",
}
