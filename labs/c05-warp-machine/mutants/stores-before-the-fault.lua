return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[        if (addr[l] % 4 || addr[l] >= size)
            return -1;]=], [=[        if (addr[l] % 4 || addr[l] >= size)
            return -1;
        if (i->op == WM_STG)
            m->global[addr[l] / 4] = w->reg[i->b][l];]=]},
  },
  fails = "correct",
  why = "looks at a lane's address when its turn comes: lanes before it have stored",
}
