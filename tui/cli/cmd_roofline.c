/* ridge roofline: where a lab's timed attempts lie under the ceilings of this machine, or of a hardware card. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli.h"
#include "runner/base/js.h"
#include "tui/app/roofline_data.h"

static int terminal_width(void)
{
    struct winsize w;
    return !ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) && w.ws_col ? w.ws_col : 80;
}

static int write_svg(struct cli *c, const struct roofline *r)
{
    FILE *f = fopen(c->opt.svg, "we");
    if (!f)
        return app_fail(&c->app, APP_USAGE, "%s: %s", c->opt.svg, strerror(errno));
    roofline_svg(r, f);
    return fclose(f) ? app_fail(&c->app, APP_CONFIG, "%s: %s", c->opt.svg, strerror(errno)) : APP_OK;
}

static int as_json(const json_t *lab, json_t *points, const struct cli *c, const struct roofline *r)
{
    json_t *d = json_pack("{s:s s:O}", "lab", js_text(lab, "id"), "points", points);
    if (r->npeaks && r->nbws)
        json_object_set_new(d, "ceilings",
                            json_pack("{s:s s:f s:f s:f}", "hw", c->opt.hw ? c->opt.hw : "this machine", "gflops",
                                      r->peak[0].value, "gbps", r->bw[0].value, "ridge", roofline_ridge(r)));
    return cli_json(d);
}

int cmd_roofline(struct cli *c)
{
    static struct roofline r;
    json_t *lab = cli_lab(c, c->args[0]), *points = NULL;
    if (!lab)
        return APP_USAGE;
    int rc = app_need_db(&c->app) != APP_OK ? APP_CONFIG : (int)roofline_ceilings(&c->app, lab, c->opt.hw, &r);
    if (!rc) {
        points = roofline_points(&c->app, lab);
        roofline_place(points, &r);
        snprintf(r.title, sizeof r.title, "%s on %s", js_text(lab, "id"), c->opt.hw ? c->opt.hw : "this machine");
        rc = c->opt.svg ? write_svg(c, &r) : 0;
    }
    if (!rc && c->app.json)
        rc = as_json(lab, points, c, &r);
    else if (!rc && !r.npoints && !r.npeaks)
        printf("No timed run of %s has FLOP to plot yet: `ridge bench %s`.\n", js_text(lab, "id"), js_text(lab, "id"));
    else if (!rc && !c->opt.svg) {
        int w = terminal_width();
        roofline_text(&r, w < 100 ? w : 100, 16, cli_utf8(), stdout);
        if (!r.npeaks)
            printf("No ceilings yet: `ridge calibrate` measures this machine's, --hw ID draws a card's.\n");
        if (!r.npoints)
            printf("No timed run of %s has FLOP to plot yet: `ridge bench %s`.\n", js_text(lab, "id"),
                   js_text(lab, "id"));
    }
    json_decref(points);
    json_decref(lab);
    return rc ? cli_fail(c, rc) : APP_OK;
}
