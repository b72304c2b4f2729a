return mutant {
  base = "reference", file = "gelu.cu",
  replace = {{[==[
    if (fabsf(v) > 30) /* exp(-v*v/2) is 0 and Phi is 0 or 1; v*v*v could be infinite */
        return v > 0;
]==],
              [==[]==]}},
  fails = "correct", message = "large",
  why = "exp(-v*v/2) is 0 and v*v infinite",
}
