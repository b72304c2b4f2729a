return mutant {
  base = "reference", file = "layernorm.cu",
  replace = {{[[        if (C % 4 == 0)
            copy<4>(to, from, C);
        else if (C % 2 == 0)]],
              [[        if (C % 2 == 0 && C % 4)]]}},
  fails = "profile", message = "g_ld_req",
  why = "right for every width, with four times as many copies",
}
