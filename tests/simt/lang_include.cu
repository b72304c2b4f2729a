// lang_include.cu: kernels, shared and constant memory and launches in user headers; two sources in a program.
// with inc/lang_other.cu
#include "inc/lang_part.h"
#include "t.h"

void other_run(int *o, int v);

int main()
{
    int *o = t_dev<int>(32);
    header_launch(o);
    t_is("header", o, 32, [](int i) { return (2 * (31 - i) + 1) * 3; });
    header_kernel<16><<<1, 16>>>(o);
    t_is("header template", o, 16, [](int i) { return (2 * (15 - i) + 1) * 3; });
    other_run(o, 5);
    t_is("another source", o, 32, [](int i) { return i * 5 + 1; });
    return t_end();
}
