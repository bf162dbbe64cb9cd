"""Settings of all tests."""

import os

import pytest
from hypothesis import HealthCheck, settings

# Time is never a criterion; on a build machine the same examples are tried each time.
settings.register_profile("local", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("build", settings.get_profile("local"), derandomize=True, database=None)
settings.load_profile("build" if os.environ.get("CI") else "local")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how much of the corpus was walked.  A report's properties also come back from the processes of xdist."""
    for report in terminalreporter.getreports("passed") + terminalreporter.getreports("failed"):
        for name, value in getattr(report, "user_properties", ()):
            if name == "corpus" and getattr(report, "when", "") == "call":
                terminalreporter.write_line(f"corpus: {value}")
