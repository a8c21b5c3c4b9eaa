"""Tests of the engine, without the exercises of any course."""
