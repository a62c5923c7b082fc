"""Our entries in the settings files of the clients: put in, kept up to date, taken out."""
