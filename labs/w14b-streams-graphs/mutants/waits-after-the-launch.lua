return mutant {
  base = "reference", file = "streams.c",
  replace = {{[==[
    for (int d = 0; d < node[k].ndeps; d++)
        wait_for(v, p, node[k].dep[d], q, s, ns);
    vLaunchKernel(v, node[k].out, node[k].a, node[k].b, node[k].cells, s[q]);]==],
              [==[
    vLaunchKernel(v, node[k].out, node[k].a, node[k].b, node[k].cells, s[q]);
    for (int d = 0; d < node[k].ndeps; d++)
        wait_for(v, p, node[k].dep[d], q, s, ns);]==]}},
  fails = "correct", message = "nothing puts it behind",
  why = "the wait is issued behind the kernel that should have waited",
}
