return mutant {
  base = "reference", file = "logp.cu",
  replace = {{[==[    if (top == -INFINITY)
        return a;
]==],
               [==[]==]}},
  fails = "correct", message = "nan",
  why = "two threads that saw nothing: minus infinity less minus infinity is NaN",
}
