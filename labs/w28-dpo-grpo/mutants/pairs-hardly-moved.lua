return mutant {
  base = "reference", file = "preference.c",
  replace = {{[==[{ 1, 2e-4 }]==],
               [==[{ 1, 2e-5 }]==]}},
  fails = "correct", message = "of pairs not trained on the better answer gained",
  why = "a rate at which DPO's pairs stay nearly where the reference has them",
}
