/* cli_color.c: the colours of the command line, by name. */
#include <string.h>

#include "cli.h"

const char *cli_color(const struct cli *c, const char *name)
{
    static const struct {
        const char *name, *code;
    } t[] = { { "red", "\033[31m" }, { "green", "\033[32m" }, { "yellow", "\033[33m" }, { "cyan", "\033[36m" },
              { "dim", "\033[2m" }, { "bold", "\033[1m" }, { "off", "\033[0m" } };
    if (!c->app.color)
        return "";
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++)
        if (!strcmp(t[k].name, name))
            return t[k].code;
    return "";
}
