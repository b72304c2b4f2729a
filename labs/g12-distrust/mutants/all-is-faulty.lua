return mutant {
  base = "reference", file = "review.c",
  replace = {
    {[==[                return TEST_FAULTY;
        }
    return TEST_RIGHT;
}

static int matmul_wrong]==],
     [==[                return TEST_FAULTY;
        }
    return TEST_FAULTY;
}

static int matmul_wrong]==]},
  },
  fails = "correct", message = "twin of the exhibit",
  why = "who trusts nothing finds everything, and refuses what is right",
}
