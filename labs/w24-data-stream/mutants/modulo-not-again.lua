return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {[=[    } while (x >= (uint64_t)n);
    return (int64_t)x;]=],
     [=[    } while (0);
    return (int64_t)(x % (uint64_t)n);]=]},
  },
  fails = "correct", message = "permute",
  why = "an image that is too large is taken modulo n: two numbers meet",
}
