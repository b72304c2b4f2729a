return mutant {
  base = "reference", file = "gptq.c",
  replace = {
    {[[        unsigned mask = 0;
        for (int64_t j = 0; j < k; j++) {
            if (j % 4 == 0)
                mask = two_of_four(w + j, U, k, j);]],
     [[        unsigned mask = 0;
        float *was = malloc((size_t)k * sizeof *was);
        memcpy(was, w, (size_t)k * sizeof *was);
        for (int64_t j = 0; j < k; j++) {
            if (j % 4 == 0)
                mask = two_of_four(was + j, U, k, j);]]},
    {[[                w[l] -= lost * U[j * k + l];
        }
    }
}]],
     [[                w[l] -= lost * U[j * k + l];
        }
        free(was);
    }
}]]},
  },
  fails = "correct", message = "row",
  why = "makes the mask from the weights as they were before any change",
}
