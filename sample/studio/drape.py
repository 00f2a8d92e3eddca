"""Cloth laid flat by hand: one sheet on a table, pushed a little out of shape, that settles into folds.

The sheet is a regular grid in pattern coordinates, decimetres. Where a hand has pushed it together it can't
shrink, so it rises; where it is pulled it lies flat. Position-based dynamics.
"""
import numba
import numpy as np

# Threads from each point: steps across and up, stiffness; the long ones resist bending.
THREADS = np.array([(1, 0, 1), (0, 1, 1), (1, 1, 0.4), (1, -1, 0.4), (2, 0, 0.5), (0, 2, 0.5)])


@numba.njit(cache=True)
def _relax(p, weight, threads, step, bend, reach, backwards):
    nx, ny = weight.shape
    for k in range(len(threads) + 4):
        if k < len(threads):
            di, dj, stiff = int(threads[k, 0]), int(threads[k, 1]), threads[k, 2]
        else:
            far = reach if k < len(threads) + 2 else reach // 2
            di, dj, stiff = (far, 0, bend) if k % 2 == 0 else (0, far, bend)
        rest = step * np.sqrt(di * di + dj * dj)
        low, high = max(0, -dj), ny - max(0, dj)
        for m in range((nx - di) * (high - low)):
            i, j = m // (high - low), low + m % (high - low)
            if backwards:
                i, j = nx - di - 1 - i, low + high - 1 - j
            wa, wb = weight[i, j], weight[i + di, j + dj]
            if wa + wb == 0 or wa < 0 or wb < 0:
                continue
            d = p[i + di, j + dj] - p[i, j]
            length = np.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2])
            push = stiff * (length - rest) / max(length, 1e-6) / (wa + wb)
            p[i, j] += d * (push * wa)
            p[i + di, j + dj] -= d * (push * wb)


@numba.njit(cache=True)
def _settle(p, weight, heavy, threads, step, steps, inner, gravity, bend, reach, friction, dt):
    speed = np.zeros_like(p)
    for n in range(steps):
        before = p.copy()
        keep = 0.97 if n < steps * 0.6 else 0.88
        for i in range(p.shape[0]):
            for j in range(p.shape[1]):
                if weight[i, j] > 0:
                    speed[i, j, 2] -= gravity * heavy[i, j] * dt
                    p[i, j] += speed[i, j] * keep * dt
        for turn in range(inner):
            _relax(p, weight, threads, step, bend, reach, turn % 2 == 1)
            for i in range(p.shape[0]):
                for j in range(p.shape[1]):
                    if p[i, j, 2] < 0:
                        p[i, j, 2] = 0
                        p[i, j, 0] -= (p[i, j, 0] - before[i, j, 0]) * friction
                        p[i, j, 1] -= (p[i, j, 1] - before[i, j, 1]) * friction
        speed = (p - before) / dt


class Sheet:
    def __init__(self, low, high, step):
        """low, high: corners of the pattern."""
        self.low, self.step = np.array(low, float), step
        nx, ny = (int(np.ceil((b - a) / step)) + 1 for a, b in zip(low, high))
        x, y = np.meshgrid(low[0] + step * np.arange(nx), low[1] + step * np.arange(ny), indexing="ij")
        self.pattern = np.stack([x, y], -1)

    def settle(
        self,
        is_cloth,
        moved,
        height,
        heavy,
        steps=130,
        inner=12,
        gravity=4.0,
        bend=0.5,
        reach=0.3,
        friction=0.98,
    ):
        """moved: where each point was laid, height: and how high at first. heavy: how many layers it has.
        reach: of the threads that resist bending."""
        points = np.dstack([moved, height])
        weight = np.where(is_cloth, 1.0, -1.0)
        far = max(4, round(reach / self.step) // 2 * 2)
        _settle(points, weight, heavy, THREADS, self.step, steps, inner, gravity, bend, far, friction, 0.012)
        return points
