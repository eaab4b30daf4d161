// Moves bodies that bounce off the walls of a box. It reads the state before and writes the next, both in shared memory.

#define EXPORT(name) __attribute__((export_name(name)))

static float next_random(unsigned *state) {
  *state = *state * 1664525u + 1013904223u;
  return (float)(*state >> 8) / 16777216.0f;
}

EXPORT("seed")
void seed(float *x, float *y, float *vx, float *vy, int count) {
  unsigned state = 1;
  for (int i = 0; i < count; i++) {
    x[i] = next_random(&state);
    y[i] = next_random(&state);
    vx[i] = next_random(&state) - 0.5f;
    vy[i] = next_random(&state) - 0.5f;
  }
}

// One axis: from the place and speed of each body to those of the next state.
EXPORT("step")
void step(const float *place, const float *speed, float *next_place, float *next_speed, int count, float seconds) {
  for (int i = 0; i < count; i++) {
    float at = place[i] + speed[i] * seconds;
    float turned = at < 0 || at > 1 ? -speed[i] : speed[i];
    next_speed[i] = turned;
    next_place[i] = at < 0 ? -at : at > 1 ? 2 - at : at;
  }
}
