return mutant {
  base = "reference", file = "together.cu",
  replace = {{[[        } else if (x[i] > -INFINITY) {]],
              [[        } else {]]}},
  fails = "correct", message = "softmax_grid",
  why = "an element of -infinity in front of all others makes the sum NaN",
}
