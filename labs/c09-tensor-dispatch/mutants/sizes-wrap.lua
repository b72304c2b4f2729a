return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[        if (size[d] > LARGEST / n)
            return 0;
        n *= size[d];
    }
    return 1;]],
     [[        n = (int64_t)((uint64_t)n * (uint64_t)size[d]);
    }
    return n <= LARGEST;]]},
  },
  fails = "correct", message = "tensor_new",
  why = "multiplies sizes and compares afterwards: four times 65,536 is 0 in 64 bits",
}
