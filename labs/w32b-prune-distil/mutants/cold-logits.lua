return mutant {
  base = "reference", file = "prune.c",
  replace = {{[==[kl += exp(lq) * (lq - (teacher[v] / T - lt));]==],
              [==[kl += exp(lq) * (lq - (teacher[v] - log_sum(V, 1, teacher)));]==]}},
  fails = "correct",
  why = "the teacher at temperature 1",
}
