"""Making pages again from their archived maps, where rules, prompt or engine changed; a person's changes stay."""
