return mutant {
  base = "reference", file = "ckpt.c",
  replace = {
    {[=[disk_list(n, name);
        if (strncmp]=],
     [=[int total = 0;
        while (disk_list(total, name))
            total++;
        disk_list(total - 1 - n, name);
        if (strncmp]=]},
  },
  fails = "correct", message = "can be loaded is",
  why = "manifests are tried from the oldest on",
}
