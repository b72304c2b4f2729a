return mutant {
  base = "reference", file = "streams.c",
  replace = {
    {[==[    if (p->know[q][p->of[d]] >= p->place[d])
        return;]==],
     [==[    if (p->know[q][p->of[d]] >= p->place[d])
        return;
    if (node[d].out != k->a && node[d].out != k->b)
        return;]==]},
    {[==[static void wait_for(v_t *v, struct plan *p, int d,]==],
     [==[static void wait_for(v_t *v, struct plan *p, const vNode_t *node, const vNode_t *k, int d,]==]},
    {[==[        wait_for(v, p, node[k].dep[d],]==],
     [==[        wait_for(v, p, node, &node[k], node[k].dep[d],]==]},
  },
  fails = "correct", message = "nothing puts it behind",
  why = "waits for what it reads, and not for who reads what it overwrites",
}
