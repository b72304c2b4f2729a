/* portfolio_link.c: see portfolio.h. */
#include "portfolio.h"

void portfolio_link(struct text *to, double id)
{
    if (id > 0)
        text_addf(to, "<a href=\"#a%.0f\">attempt %.0f</a>", id, id);
}
