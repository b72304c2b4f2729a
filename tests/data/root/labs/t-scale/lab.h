/* y[i] = 2 x[i] */
void scale(int n, const float *x, float *y);
